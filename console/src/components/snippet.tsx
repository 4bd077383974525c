import { Tabs } from '@mantine/core';
import { CopyIcon } from './copy.tsx';
import classes from './snippet.module.css';

interface Props {
  code: string;
  /** For screen readers: "curl command". */
  label: string;
}

export const Snippet = ({ code, label }: Props) => (
  <div className={classes.snippet}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be scrollable by keyboard */}
    <section className={classes.code} aria-label={label} tabIndex={0}>
      <pre>
        <code>{code}</code>
      </pre>
    </section>
    <div className={classes.copy}>
      <CopyIcon value={code} what={label} />
    </div>
  </div>
);

/** The same snippet in several languages, as tabs. */
export const Snippets = ({ snippets }: { snippets: (Props & { language: string })[] }) => (
  <Tabs defaultValue={snippets[0]!.language} keepMounted={false}>
    <Tabs.List>
      {snippets.map(({ language }) => (
        <Tabs.Tab key={language} value={language}>
          {language}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    {snippets.map(({ language, ...snippet }) => (
      <Tabs.Panel key={language} value={language} pt="xs">
        <Snippet {...snippet} />
      </Tabs.Panel>
    ))}
  </Tabs>
);
