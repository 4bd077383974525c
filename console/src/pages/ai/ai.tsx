import { useRead } from '../../api/endpoints.ts';
import { PageHeader, Section } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { InstructionsForm } from './instructions-form.tsx';
import { ModelForm } from './model-form.tsx';
import { TestCall } from './test-call.tsx';

export default function Ai() {
  const query = useRead('getAiSettings');
  return (
    <>
      <PageHeader title="AI">
        The AI model that researches prospects and writes opening lines.
      </PageHeader>
      <QueryBoundary query={query} what="the AI settings">
        {({ settings }) => (
          <>
            <Section title="Model">
              <Panel>
                <ModelForm settings={settings} />
              </Panel>
            </Section>
            <Section title="Test call">
              <Panel>
                <TestCall />
              </Panel>
            </Section>
            <Section title="Writing instructions">
              <Panel>
                <InstructionsForm settings={settings} />
              </Panel>
            </Section>
          </>
        )}
      </QueryBoundary>
    </>
  );
}
