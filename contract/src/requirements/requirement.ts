export interface Requirement {
  /** Stable: tests and integrators refer to it. The part before the dot is its area. */
  id: string;
  /** One testable sentence. */
  statement: string;
  /** The part of the specification, or `ours` for our own additions. */
  source: `spec ${SpecPart}` | 'ours';
}

/** The parts are listed in the introduction of the conformance page, checks/conformance.ts. */
type SpecPart = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

type Statements = Record<string, string>;

const from = (source: Requirement['source'], statements: Statements): Requirement[] =>
  Object.entries(statements).map(([id, statement]) => ({ id, statement, source }));

export const spec = (part: SpecPart, statements: Statements): Requirement[] =>
  from(`spec ${part}`, statements);

export const ours = (statements: Statements): Requirement[] => from('ours', statements);
