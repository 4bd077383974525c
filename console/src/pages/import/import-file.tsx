import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/endpoints.ts';
import { formatNumber } from '../../components/format.ts';
import { ButtonLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { Columns } from './columns.tsx';
import { Preview } from './preview.tsx';
import { Run } from './run.tsx';
import { Steps } from './steps.tsx';

const route = getRouteApi('/w/$workspaceId/prospects/import/$importId');

/** The steps after the upload: map columns, preview, import. The URL holds the current step. */
export default function ImportFile() {
  const { importId } = route.useParams();
  const { trial, run } = route.useSearch();
  const file = useRead('getImport', { params: { importId } });
  return (
    <>
      <PageHeader
        title="Import prospects"
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
        {file.data && `${file.data.import.name} · ${formatNumber(file.data.import.rows)} rows`}
      </PageHeader>
      <Steps current={run ? 'Import' : trial ? 'Preview' : 'Map columns'} />
      <QueryBoundary query={file} what="the file">
        {(data) =>
          run ? (
            <Run taskId={run} />
          ) : trial ? (
            <Preview file={data.import} taskId={trial} />
          ) : (
            <Columns key={importId} file={data.import} />
          )
        }
      </QueryBoundary>
    </>
  );
}
