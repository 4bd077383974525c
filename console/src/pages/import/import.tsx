import { Alert, Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useId } from 'react';
import { useWorkspaceId } from '../../api/session.ts';
import { saveFile } from '../../browser/save-file.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { maxFileMebibytes } from './check-file.ts';
import { useFileDrop } from './file-drop.ts';
import classes from './import.module.css';
import { sampleFile } from './sample-file.ts';
import { Steps } from './steps.tsx';
import { UnsupportedFileError, uploadFile } from './upload.ts';

const route = getRouteApi('/w/$workspaceId/prospects/import');

export default function Import() {
  const workspaceId = useWorkspaceId();
  const navigate = route.useNavigate();
  const uploading = useMutation({
    mutationFn: (files: File[]) => uploadFile(workspaceId, files),
  });
  const start = (files: File[]) => {
    if (uploading.isPending) return;
    uploading.mutate(files, {
      // Not if the user has left the page.
      onSuccess: ({ id }) =>
        void navigate({
          to: '/w/$workspaceId/prospects/import/$importId',
          params: (before) => ({ ...before, importId: id }),
        }),
    });
  };
  return (
    <>
      <PageHeader
        title="Import prospects"
        action={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => saveFile(new Blob([sampleFile], { type: 'text/csv' }), 'sample.csv')}
          >
            Download sample
          </Button>
        }
      >
        Upload a CSV. You’ll preview the result before anything is imported.
      </PageHeader>
      <Steps current="Upload" />
      <DropArea
        uploadingName={uploading.isPending ? (uploading.variables[0]?.name ?? '') : null}
        onFiles={start}
      />
      <UploadFailure error={uploading.error} />
    </>
  );
}

interface DropAreaProps {
  /** Name of the file being uploaded. */

  uploadingName: string | null;
  onFiles: (files: File[]) => void;
}

function DropArea({ uploadingName, onFiles }: DropAreaProps) {
  const isOver = useFileDrop(onFiles);
  const [label, limits] = [useId(), useId()];
  return (
    <label
      className={classes.drop}
      data-over={isOver || undefined}
      aria-busy={uploadingName !== null}
    >
      {/* No `accept`: an unsupported file gets an explanation instead of being grayed out. */}
      <input
        type="file"
        className={classes.file}
        aria-labelledby={label}
        aria-describedby={limits}
        disabled={uploadingName !== null}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Lets the user choose the same file again after correcting it.
          currentTarget.value = '';
        }}
      />
      {uploadingName === null ? (
        <IconFileSpreadsheet size={40} stroke={1.25} aria-hidden />
      ) : (
        <Loader size={40} aria-hidden />
      )}
      <span id={label} className={classes.dropTitle} role="status">
        {uploadingName === null
          ? isOver
            ? 'Drop to upload'
            : 'Drop a CSV file here, or choose one'
          : `Uploading ${uploadingName}…`}
      </span>
      <span id={limits} className={classes.limits}>
        Up to {maxFileMebibytes} MiB and 250,000 rows. The first row must contain column names. You
        can map them in the next step.
      </span>
    </label>
  );
}

function UploadFailure({ error }: { error: unknown }) {
  if (!(error instanceof UnsupportedFileError)) return <FailureNote error={error} />;
  return (
    <Alert
      color="danger"
      variant="light"
      icon={<IconAlertTriangle />}
      title="This file can’t be imported"
      role="alert"
    >
      {error.message}
    </Alert>
  );
}
