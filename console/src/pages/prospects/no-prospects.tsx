import { Snippet } from '../../components/snippet.tsx';
import { EmptyState, FilteredEmptyState } from '../../components/states.tsx';
import { ImportButton } from './import-button.tsx';

interface Props {
  /** The active filters, for display. */
  filters: string[];
  onClear: () => void;
}

export const NoProspects = ({ filters, onClear }: Props) =>
  filters.length > 0 ? (
    <FilteredEmptyState filters={filters} onClear={onClear} />
  ) : (
    <EmptyState
      title="No prospects yet"
      action={<ImportButton />}
      snippet={<Snippet label="curl command" code={firstLead()} />}
    >
      Import a CSV file, add a prospect by hand, or use the API.
    </EmptyState>
  );

const firstLead = () => `curl ${location.origin}/api/v1/ext/leads \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"leads":[{"fullName":"Amara Okafor","email":"amara@saltmarsh.example"}]}'`;
