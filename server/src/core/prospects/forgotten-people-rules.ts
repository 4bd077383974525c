import { emailKey, foldText, linkedinKey } from '@outcrop/contract/identity';

export interface ForgottenPerson {
  email: string | null;
  linkedinUrl: string | null;
  fullName: string | null;
  firstName: string | null;
  lastName: string | null;
  companyName: string | null;
}

/** Longer than any cell that identifies a person. */
const maxCellLength = 1_000;

/** Recognizes deleted people in rows of files and in short texts of users. */
export class ForgottenPeople {
  /** By its first key: the other keys that a row must also have. */
  readonly #otherKeys = new Map<string, string[][]>();
  readonly #names: string[] = [];

  constructor(people: readonly ForgottenPerson[]) {
    for (const person of people) {
      for (const [first, ...others] of identifyingKeys(person))
        this.#otherKeys.set(first!, [...(this.#otherKeys.get(first!) ?? []), others]);
      this.#names.push(...namesOf(person).filter((name) => name.includes(' ')));
    }
  }

  /** By email address, LinkedIn profile, or name and company, like identity itself. */
  isInRow(cells: readonly string[]): boolean {
    const keys = new Set(cells.flatMap(keysOfCell));
    return [...keys].some((key) =>
      this.#otherKeys.get(key)?.some((others) => others.every((other) => keys.has(other))),
    );
  }

  /** By email address, LinkedIn profile, or a name of several words, such as in the name of a file. */
  isInText(text: string): boolean {
    const words = ` ${wordsOf(text)} `;
    return this.isInRow([text]) || this.#names.some((name) => words.includes(` ${name} `));
  }
}

/** Each list identifies the person, if a row has all of its keys. */
function identifyingKeys(person: ForgottenPerson): string[][] {
  const { email, linkedinUrl, companyName, firstName, lastName } = person;
  const ids = [email ?? '', linkedinUrl ?? ''].flatMap(idsInText);
  const names = namesOf(person).map((name) => [textKey(name)]);
  if (firstName && lastName) names.push([textKey(firstName), textKey(lastName)]);
  const company = companyName ? [textKey(companyName)] : [];
  const isKnownByName = ids.length > 0 && company.length === 0;
  return [
    ...ids.map((id) => [id]),
    ...(isKnownByName ? [] : names.map((name) => [...name, ...company])),
  ];
}

const namesOf = ({ fullName, firstName, lastName }: ForgottenPerson): string[] => [
  ...new Set([fullName ?? '', `${firstName ?? ''} ${lastName ?? ''}`].map(wordsOf).filter(Boolean)),
];

const keysOfCell = (cell: string): string[] =>
  cell.length > maxCellLength ? [] : [textKey(cell), ...idsInText(cell)];

const textKey = (text: string): string => `text ${wordsOf(text)}`;

const wordsOf = (text: string): string =>
  foldText(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Addresses and profiles, also within a text such as `Jane <jane@acme.example>`. */
const idsInText = (text: string): string[] =>
  text.split(/[\s<>()[\]"',;]+/).flatMap((part) => {
    const email = part.includes('@') ? emailKey(part.replace(/^mailto:/i, '')) : null;
    const profile = /linkedin/i.test(part) ? linkedinKey(part) : null;
    return [
      ...(email === null ? [] : [`email ${email}`]),
      ...(profile === null ? [] : [`profile ${profile}`]),
    ];
  });
