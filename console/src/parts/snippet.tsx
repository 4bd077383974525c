import { Tabs } from '@mantine/core';
import { CopyIcon } from './copy.tsx';
import classes from './snippet.module.css';

interface Props {
  code: string;
  /** What it is, for those who cannot see it: "curl command". */
  label: string;
}

/** Code to be copied and run. */
export const Snippet = ({ code, label }: Props) => (
  <div className={classes.snippet}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls, by keyboard too */}
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

/** The same thing in several languages; the first is shown. */
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
