import { Button } from '@mantine/core';
import { IconDownload, IconPaperclip } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { manageClient } from '../../api/manage.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { saveFile } from '../../browser/save-file.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatBytes } from '../../components/format.ts';
import type { Message } from '../../features/conversations/conversation-labels.ts';
import classes from './thread.module.css';

/** Attachments stay on the mail server until they are downloaded. */
export function Attachments({ message }: { message: Message }) {
  if (message.attachments.length === 0) return null;
  return (
    <ul className={classes.attachments} aria-label="Attachments">
      {message.attachments.map((attachment) => (
        <AttachmentLine key={attachment.path} messageId={message.id} {...attachment} />
      ))}
    </ul>
  );
}

type Attachment = Message['attachments'][number];

function AttachmentLine({
  messageId,
  path,
  name,
  type,
  bytes,
}: Attachment & { messageId: string }) {
  const workspaceId = useWorkspaceId();
  const shown = name ?? 'Unnamed attachment';
  const download = useMutation({
    mutationFn: () =>
      manageClient(workspaceId).download('getMessageAttachment', { params: { messageId, path } }),
    onSuccess: (file) => saveFile(file, shown),
  });
  return (
    <li className={classes.attachment}>
      <IconPaperclip size={16} aria-hidden />
      <span className={classes.attachmentName}>
        {shown}
        <span className={classes.note}>
          {type} · {formatBytes(bytes)}
        </span>
      </span>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconDownload size={16} />}
        aria-label={`Download ${shown}`}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Download
      </Button>
      <FailureNote error={download.error} />
    </li>
  );
}
