import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../api/lines.ts';
import { ButtonLink } from '../parts/links.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Columns } from './import/columns.tsx';
import { Run } from './import/run.tsx';
import { Steps } from './import/steps.tsx';
import { Trial } from './import/trial.tsx';

const route = getRouteApi('/w/$workspaceId/prospects/import/$importId');

/** From a file to people: its columns, a trial, the run. The address says how far it is. */
export default function ImportFile() {
  const { importId } = route.useParams();
  const { trial, run } = route.useSearch();
  const file = useRead('getImport', { params: { importId } });
  return (
    <>
      <PageHeader
        title="Import people"
        action={
          <ButtonLink
            variant="default"
            from="/w/$workspaceId/prospects/import/$importId"
            to="/w/$workspaceId/prospects/import"
          >
            {run ? 'Import another file' : 'Choose another file'}
          </ButtonLink>
        }
      >
        {file.data &&
          `${file.data.import.name} · ${file.data.import.rows.toLocaleString('en')} rows`}
      </PageHeader>
      <Steps now={run ? 'Import' : trial ? 'Trial' : 'Columns'} />
      <Loaded query={file} what="the file">
        {(data) =>
          run ? (
            <Run taskId={run} />
          ) : trial ? (
            <Trial file={data.import} taskId={trial} />
          ) : (
            <Columns key={importId} file={data.import} />
          )
        }
      </Loaded>
    </>
  );
}
