import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { manageClient } from '../../api/manage.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { saveFile } from '../../browser/save-file.ts';
import { FailureNote } from '../../components/failure-note.tsx';

interface Props {
  endpoint: 'getExportFile' | 'getTaskFailuresFile';
  taskId: string;
  /** File name. */
  name: string;
  children: ReactNode;
}

/** Downloads a task's file; shows an error if the file no longer exists. */
export function DownloadButton({ endpoint, taskId, name, children }: Props) {
  const workspaceId = useWorkspaceId();
  const download = useMutation({
    mutationFn: () => manageClient(workspaceId).download(endpoint, { params: { taskId } }),
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
