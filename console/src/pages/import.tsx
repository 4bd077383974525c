import { Alert, Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useId } from 'react';
import { useWorkspaceId } from '../api/session.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { saveFile } from '../parts/save-file.ts';
import { useFileDrop } from './import/file-drop.ts';
import classes from './import/import.module.css';
import { sampleFile } from './import/sample-file.ts';
import { Steps } from './import/steps.tsx';
import { upload, WrongFile } from './import/upload.ts';
import { mostMebibytes } from './import/wrong-file.ts';

const route = getRouteApi('/w/$workspaceId/prospects/import');

/** Someone has a file of people, from a fair or from another tool. */
export default function Import() {
  const workspaceId = useWorkspaceId();
  const navigate = route.useNavigate();
  const sending = useMutation({
    mutationFn: (files: File[]) => upload(workspaceId, files),
    onSuccess: ({ id }) =>
      void navigate({
        to: '/w/$workspaceId/prospects/import/$importId',
        params: (before) => ({ ...before, importId: id }),
      }),
  });
  const send = (files: File[]) => {
    if (!sending.isPending) sending.mutate(files);
  };
  return (
    <>
      <PageHeader
        title="Import people"
        action={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => saveFile(new Blob([sampleFile], { type: 'text/csv' }), 'sample.csv')}
          >
            Download a sample
          </Button>
        }
      >
        Bring people in a CSV file. You see what would happen before anybody is added.
      </PageHeader>
      <Steps now="File" />
      <DropArea
        sent={sending.isPending ? (sending.variables[0]?.name ?? '') : null}
        onFiles={send}
      />
      <UploadFailure error={sending.error} />
    </>
  );
}

interface DropAreaProps {
  /** What the file is called that is being sent. */
  sent: string | null;
  onFiles: (files: File[]) => void;
}

/** A field for a file that looks like a place to drop one on. */
function DropArea({ sent, onFiles }: DropAreaProps) {
  const isOver = useFileDrop(onFiles);
  const [label, limits] = [useId(), useId()];
  return (
    <label className={classes.drop} data-over={isOver || undefined} aria-busy={sent !== null}>
      {/* Any file can be chosen, so that the wrong one gets an answer instead of being greyed out. */}
      <input
        type="file"
        className={classes.file}
        aria-labelledby={label}
        aria-describedby={limits}
        disabled={sent !== null}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file can be chosen again once it was mended.
          currentTarget.value = '';
        }}
      />
      {sent === null ? (
        <IconFileSpreadsheet size={40} stroke={1.25} aria-hidden />
      ) : (
        <Loader size={40} aria-hidden />
      )}
      <span id={label} className={classes.dropTitle} role="status">
        {sent === null
          ? isOver
            ? 'Let go to upload it'
            : 'Drop a CSV file here, or choose one'
          : `Reading ${sent}…`}
      </span>
      <span id={limits} className={classes.limits}>
        Up to {mostMebibytes} MiB and 250,000 rows. The first row holds the names of the columns,
        such as Name, E-mail, Company; which is which can be corrected in the next step.
      </span>
    </label>
  );
}

function UploadFailure({ error }: { error: unknown }) {
  if (!(error instanceof WrongFile)) return <FailureNote error={error} />;
  return (
    <Alert
      color="danger"
      variant="light"
      icon={<IconAlertTriangle />}
      title="This file cannot be imported"
      role="alert"
    >
      {error.message}
    </Alert>
  );
}
