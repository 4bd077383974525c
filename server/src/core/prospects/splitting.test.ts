import type { Lead } from '@outcrop/contract';
import { identityKeys } from '@outcrop/contract/identity';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batch } from '../../../test/models/lead-batches.ts';
import { decide, type ExistingProspect } from './match-rules.ts';

type Person = Omit<ExistingProspect, 'onList'>;

/** An in-memory workspace to which whole requests are posted. */
class Workspace {
  people: Person[] = [];
  #made = 0;

  post(leads: Lead[]) {
    const existing = this.people.map((person): ExistingProspect => ({ ...person, onList: false }));
    const { results, created, changed } = decide({
      leads: leads.map((lead, index) => ({ index, lead, keys: identityKeys(lead) })),
      existing,
      importsLeft: Number.POSITIVE_INFINITY,
      hasList: false,
      newId: () => String(this.#made++),
    });
    const after = new Map(changed.map((change) => [change.before.id, change.after]));
    this.people = [...this.people.map((person) => after.get(person.id) ?? person), ...created];
    return results;
  }

  /** All prospects by their identity keys. Prospects without a key are only counted. */
  get identities() {
    return this.people.map(({ emailKey, linkedinKey, nameKey }) => [
      emailKey,
      linkedinKey,
      nameKey,
    ]);
  }
}

const posted = (...requests: Lead[][]) => {
  const workspace = new Workspace();
  for (const leads of requests) if (leads.length > 0) workspace.post(leads);
  return workspace;
};

const leadsOf = fc
  .array(batch, { minLength: 1, maxLength: 4 })
  .map((batches) => batches.flatMap(({ leads }) => leads));

test('leads result in the same prospects however they are divided into requests', () => {
  fc.assert(
    fc.property(leadsOf, fc.nat(24), (leads, at) => {
      const whole = posted(leads).identities;
      expect(posted(leads.slice(0, at), leads.slice(at)).identities).toEqual(whole);
      expect(posted(...leads.map((lead) => [lead])).identities).toEqual(whole);
    }),
    { numRuns: 500 },
  );
});

test('fields on which all leads of a prospect agree are the same, however the leads are divided', () => {
  const agreed = leadsOf.map((leads) =>
    leads.map((lead) => ({
      ...lead,
      title: 'CEO',
      companyName: 'Acme',
      phone: '1',
      fullName: 'Ann',
    })),
  );
  const fieldsOf = ({ fullName, title, companyName, phone, email, linkedinUrl }: Person) => {
    return { fullName, title, companyName, phone, email, linkedinUrl };
  };
  fc.assert(
    fc.property(agreed, fc.nat(24), (leads, at) => {
      const whole = posted(leads).people.map(fieldsOf);
      expect(posted(leads.slice(0, at), leads.slice(at)).people.map(fieldsOf)).toEqual(whole);
    }),
    { numRuns: 500 },
  );
});

test('leads with a key that are posted again add no prospect, and fail or match as before', () => {
  const keyed = leadsOf.map((leads) =>
    leads.filter((lead) => Object.values(identityKeys(lead)).some((key) => key !== null)),
  );
  fc.assert(
    fc.property(keyed, (leads) => {
      fc.pre(leads.length > 0);
      const workspace = posted(leads);
      const people = workspace.identities;
      const again = workspace.post(leads);
      expect(workspace.identities).toEqual(people);
      expect(again.map(({ status }) => status)).not.toContain('inserted');
    }),
    { numRuns: 500 },
  );
});
