import { useRead } from '../api/lines.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeader, Section } from '../parts/page-header.tsx';
import { Panel } from '../parts/panel.tsx';
import { InstructionsForm } from './ai/instructions-form.tsx';
import { ModelForm } from './ai/model-form.tsx';
import { TestCall } from './ai/test-call.tsx';

/** An Admin chooses who writes first lines and researches people, and how. */
export default function Ai() {
  const query = useRead('getAiSettings');
  return (
    <>
      <PageHeader title="AI">
        The language model that researches people and writes first lines, and what it is told.
      </PageHeader>
      <Loaded query={query} what="the AI settings">
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
            <Section title="How lines are written">
              <Panel>
                <InstructionsForm settings={settings} />
              </Panel>
            </Section>
          </>
        )}
      </Loaded>
    </>
  );
}
