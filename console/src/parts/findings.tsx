import type { Prospect } from '@outcrop/contract';
import classes from './findings.module.css';
import { OutsideLink } from './outside-link.tsx';

type Enrichment = NonNullable<Prospect['enrichment']>;
type Fact = NonNullable<Enrichment['facts']>[number];

const aboutNames: Record<Fact['about'], string> = {
  company: 'Company',
  industry: 'Industry',
  size: 'Size',
  location: 'Location',
  role: 'Role',
  priorities: 'Priorities',
  talking_point: 'To talk about',
};
const confidenceWords: Record<Fact['confidence'], string> = {
  low: 'not certain',
  medium: 'likely',
  high: 'certain',
};

/** What research found out about someone, with the page that each fact is from. */
export const Findings = ({ summary, facts = [], highlights }: Enrichment) => (
  <div className={classes.findings}>
    <p>{summary}</p>
    <ul>
      {facts.map((fact) => (
        <li key={`${fact.about} ${fact.text}`}>
          <strong>{aboutNames[fact.about]}:</strong> {fact.text}
          <span className={classes.source}>
            {confidenceWords[fact.confidence]}, from{' '}
            {fact.source === null ? 'their own record' : <OutsideLink url={fact.source} />}
          </span>
        </li>
      ))}
      {facts.length === 0 && highlights.map((text) => <li key={text}>{text}</li>)}
    </ul>
  </div>
);
