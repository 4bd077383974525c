import { expect } from 'vitest';
import type { ArrivedEmail, NamedStep } from './edited-campaign.ts';

interface Person {
  received: string[];
  /** The next email, `start` before the first, or null after the last. */
  next: string | null;
  /** Its next email was removed and a removed one returned: either may follow. */
  isVague: boolean;
}

const start = 'start';
const namesOf = (steps: NamedStep[]) => steps.map(({ name }) => name);

/** What each person must get of a campaign whose steps change, by the rules in docs/sequences.md. */
export class ExpectedEmails {
  readonly #people = new Map<string, Person>();
  /** Removed by an edit, with the emails that followed them then. */
  readonly #removed = new Set<string>();

  add(email: string): void {
    this.#people.set(email, { received: [], next: start, isVague: false });
  }

  /** An email without a person belongs to another run. */
  arrived({ to, name, revision }: ArrivedEmail, steps: NamedStep[]): void {
    const person = this.#people.get(to);
    if (!person) return;
    expect(person.received, 'a step is sent twice').not.toContain(name);
    expect(
      steps.find((step) => step.name === name),
      'a removed step is sent',
    ).toMatchObject({ revision });
    if (!person.isVague) expect(name).toBe(this.#rest(person, steps)[0]);
    person.received.push(name);
    const names = namesOf(steps);
    const following = names.slice(names.indexOf(name) + 1);
    person.next = following.find((each) => !person.received.includes(each)) ?? null;
    person.isVague = false;
  }

  /** A person whose next email was claimed is at that step, even if the email did not leave. */
  claimed(email: string, steps: NamedStep[]): void {
    const person = this.#people.get(email)!;
    if (person.next === start) person.next = steps[0]!.name;
  }

  edited(before: NamedStep[], after: NamedStep[]): void {
    const [old, names] = [namesOf(before), namesOf(after)];
    const hasReturned = names.some((name) => this.#removed.has(name));
    for (const person of this.#people.values()) {
      const { next } = person;
      if (next === null || next === start) {
        // A person at the end of the steps may have been at one that returns.
        if (hasReturned && next === null) person.isVague = true;
        continue;
      }
      const isKept = names.includes(next);
      if (!isKept)
        person.next = old.slice(old.indexOf(next)).find((name) => names.includes(name)) ?? null;
      if (hasReturned) person.isVague = true;
    }
    for (const name of names) this.#removed.delete(name);
    for (const name of old) if (!names.includes(name)) this.#removed.add(name);
  }

  checkComplete(steps: NamedStep[]): void {
    for (const person of this.#people.values())
      if (!person.isVague) expect(this.#rest(person, steps)).toEqual([]);
  }

  #rest({ next, received }: Person, steps: NamedStep[]): string[] {
    if (next === null) return [];
    const names = namesOf(steps);
    return names
      .slice(next === start ? 0 : names.indexOf(next))
      .filter((name) => !received.includes(name));
  }
}
