import { Button } from '@mantine/core';
import { IconChartLine, IconTable } from '@tabler/icons-react';

interface Props {
  isTable: boolean;
  onChange: (isTable: boolean) => void;
  /** Tells the charts of a page apart. */
  chartName?: string;
}

export function ViewSwitch({ isTable, onChange, chartName }: Props) {
  const text = isTable ? 'View as chart' : 'View as table';
  return (
    <Button
      variant="default"
      leftSection={isTable ? <IconChartLine size={16} /> : <IconTable size={16} />}
      onClick={() => onChange(!isTable)}
      {...(chartName && { 'aria-label': `${text}: ${chartName}` })}
    >
      {text}
    </Button>
  );
}
