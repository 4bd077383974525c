import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { manageOf } from '../api/manage.ts';
import { useWorkspaceId } from '../api/session.ts';
import { FailureNote } from './failure-note.tsx';
import { saveFile } from './save-file.ts';

interface Props {
  line: 'getExportFile' | 'getTaskFailuresFile';
  taskId: string;
  /** What the file is called when it has arrived. */
  name: string;
  children: ReactNode;
}

/** Fetches the file of a task and saves it; says so if there is none any more. */
export function DownloadButton({ line, taskId, name, children }: Props) {
  const workspaceId = useWorkspaceId();
  const download = useMutation({
    mutationFn: () => manageOf(workspaceId).download(line, { params: { taskId } }),
    onSuccess: (file) => saveFile(file, name),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {children}
      </Button>
      <FailureNote error={download.error} />
    </>
  );
}
