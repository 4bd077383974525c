import { ActionIcon, Button, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { announce } from './live-region.tsx';

interface Props {
  value: string;
  /** What is copied, as in "Copy token". */
  what: string;
}

export const CopyIcon = ({ value, what }: Props) => (
  <CopyButton value={value} timeout={2_000}>
    {({ copied, copy }) => (
      <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
        <ActionIcon
          variant="subtle"
          color="muted"
          aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
          onClick={() => copyAndAnnounce(copy, what)}
        >
          {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </ActionIcon>
      </Tooltip>
    )}
  </CopyButton>
);

export const CopyTextButton = ({ value, what }: Props) => (
  <CopyButton value={value} timeout={2_000}>
    {({ copied, copy }) => (
      <Button
        variant="default"
        leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        onClick={() => copyAndAnnounce(copy, what)}
      >
        {copied ? 'Copied' : `Copy ${what}`}
      </Button>
    )}
  </CopyButton>
);

function copyAndAnnounce(copy: () => void, what: string): void {
  copy();
  announce(`Copied ${what}`);
}
