import { readName } from '@outcrop/contract/identity';

interface ProspectColumns {
  prospectId: string | null;
  fullName: string | null;
  firstName: string | null;
  lastName: string | null;
  companyName: string | null;
}

/** A conversation with its prospect as the API returns it. */
export const withProspect = <Row extends ProspectColumns>({
  prospectId,
  fullName,
  firstName,
  lastName,
  companyName,
  ...row
}: Row) => ({
  ...row,
  prospect:
    prospectId === null
      ? null
      : {
          id: prospectId,
          fullName: readName({ fullName, firstName, lastName }).fullName,
          companyName,
        },
});
