export interface Requirement {
  /** Stable for good: tests and integrators refer to it. The part before the dot is its area. */
  id: string;
  /** One sentence that a test can show to be true or false. */
  says: string;
  /** The part of the specification that asks for it, or `ours` where we decided and added it. */
  source: `spec ${SpecPart}` | 'ours';
}

/** What the nine parts are about is told in the introduction of docs/conformance.md. */
type SpecPart = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

type Sentences = Record<string, string>;

const from = (source: Requirement['source'], sentences: Sentences): Requirement[] =>
  Object.entries(sentences).map(([id, says]) => ({ id, says, source }));

export const spec = (part: SpecPart, sentences: Sentences): Requirement[] =>
  from(`spec ${part}`, sentences);

export const ours = (sentences: Sentences): Requirement[] => from('ours', sentences);
