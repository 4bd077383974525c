import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { manageClient } from '../../api/manage.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { saveFile } from '../../browser/save-file.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import type { AuditSearch } from './search.ts';

/** Downloads the entries that match the filters. */
export function DownloadLog({ filters }: { filters: Omit<AuditSearch, 'entry'> }) {
  const workspaceId = useWorkspaceId();
  const download = useMutation({
    mutationFn: () => manageClient(workspaceId).download('getAuditFile', { query: filters }),
    onSuccess: (file) => saveFile(file, `audit-log-${new Date().toISOString().slice(0, 10)}.csv`),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Download CSV
      </Button>
      <FailureNote error={download.error} />
    </>
  );
}
