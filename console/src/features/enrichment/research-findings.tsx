import type { Prospect } from '@outcrop/contract';
import { ExternalLink } from '../../components/external-link.tsx';
import classes from './research-findings.module.css';

type Enrichment = NonNullable<Prospect['enrichment']>;
type Fact = NonNullable<Enrichment['facts']>[number];

const factLabels: Record<Fact['about'], string> = {
  company: 'Company',
  industry: 'Industry',
  size: 'Size',
  location: 'Location',
  role: 'Role',
  priorities: 'Priorities',
  talking_point: 'Talking point',
};
const confidenceLabels: Record<Fact['confidence'], string> = {
  low: 'Low confidence',
  medium: 'Medium confidence',
  high: 'High confidence',
};

/** AI research on a prospect, with the source of each fact. */
export const ResearchFindings = ({ summary, facts = [], highlights }: Enrichment) => (
  <div className={classes.findings}>
    <p>{summary}</p>
    <ul>
      {facts.map((fact) => (
        <li key={`${fact.about} ${fact.text}`}>
          <strong>{factLabels[fact.about]}:</strong> {fact.text}
          <span className={classes.source}>
            {confidenceLabels[fact.confidence]} · Source:{' '}
            {fact.source === null ? 'profile' : <ExternalLink url={fact.source} />}
          </span>
        </li>
      ))}
      {facts.length === 0 && highlights.map((text) => <li key={text}>{text}</li>)}
    </ul>
  </div>
);
