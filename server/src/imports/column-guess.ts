import type { LeadField } from '@outcrop/contract';
import { isEmail, normalForm } from '@outcrop/contract/identity';

/**
 * Common column names in several languages, without accents, spaces and punctuation. An exact match
 * wins over a partial one.
 */
const columnNames: Record<LeadField, string[]> = {
  email: [
    ...['email', 'emailaddress', 'emailadress', 'mail', 'emailwork', 'workemail', 'businessemail'],
    ...['emailadresse', 'mailadresse', 'courriel', 'adressemail', 'adresseemail', 'correo'],
    ...[
      'correoelectronico',
      'direccionemail',
      'indirizzoemail',
      'postaelettronica',
      'enderecoemail',
    ],
    ...['emailadres', 'epost', 'epostadress', 'epostadresse', 'adresemail', 'emailaddress1'],
    ...['メール', 'メールアドレス', '邮箱', '电子邮件', '이메일', 'почта', 'электроннаяпочта'],
  ],
  linkedinUrl: [
    ...['linkedin', 'linkedinurl', 'linkedinprofile', 'linkedinprofileurl', 'linkedinlink'],
    ...['personlinkedinurl', 'linkedinprofil', 'profillinkedin', 'perfillinkedin', 'profileurl'],
    ...['linkedinpage', 'linkedinpublicprofileurl', 'defaultprofileurl'],
  ],
  firstName: [
    ...['firstname', 'givenname', 'forename', 'vorname', 'rufname', 'prenom', 'nombre', 'nome'],
    ...['primeironome', 'voornaam', 'fornavn', 'fornamn', 'imie', 'etunimi', 'jmeno'],
    ...['名', 'имя'],
  ],
  lastName: [
    ...['lastname', 'surname', 'familyname', 'nachname', 'familienname', 'zuname', 'nom'],
    ...['nomdefamille', 'apellido', 'apellidos', 'cognome', 'sobrenome', 'apelido', 'achternaam'],
    ...['etternavn', 'efternavn', 'efternamn', 'nazwisko', 'sukunimi', 'prijmeni'],
    ...['姓', 'фамилия', '성'],
  ],
  fullName: [
    ...['fullname', 'name', 'contactname', 'contact', 'displayname', 'person', 'lead', 'leadname'],
    ...[
      'ansprechpartner',
      'kontakt',
      'vollstandigername',
      'nomcomplet',
      'nometprenom',
      'prenomnom',
    ],
    ...[
      'nombrecompleto',
      'nombreyapellidos',
      'nomecompleto',
      'volledigenaam',
      'naam',
      'navn',
      'namn',
    ],
    ...['nomprenom', 'vornamenachname', '氏名', '名前', '姓名', '名字', 'фио', '이름', '성명'],
  ],
  title: [
    ...['title', 'jobtitle', 'position', 'role', 'jobrole', 'headline', 'occupation', 'function'],
    ...['funktion', 'berufsbezeichnung', 'stelle', 'jobbezeichnung', 'poste', 'fonction', 'cargo'],
    ...['puesto', 'ruolo', 'qualifica', 'funcao', 'functie', 'stilling', 'titel', 'befattning'],
    ...['stanowisko', '役職', '職種', '职位', 'должность', '직책'],
  ],
  companyName: [
    ...['company', 'companyname', 'organization', 'organisation', 'organizationname', 'employer'],
    ...['account', 'accountname', 'business', 'firma', 'firmenname', 'unternehmen', 'betrieb'],
    ...['entreprise', 'societe', 'raisonsociale', 'nomdelentreprise', 'empresa', 'compania'],
    ...['azienda', 'societa', 'bedrijf', 'bedrijfsnaam', 'virksomhed', 'foretag', 'nazwafirmy'],
    ...['currentcompany', '会社', '会社名', '公司', 'компания', '회사'],
  ],
  website: [
    ...['website', 'web', 'url', 'homepage', 'webpage', 'companywebsite', 'companyurl', 'domain'],
    ...['companydomain', 'webseite', 'internetseite', 'internet', 'siteweb', 'site', 'sitioweb'],
    ...['paginaweb', 'sitoweb', 'webbplats', 'hjemmeside', 'strona', 'webadresse'],
  ],
  phone: [
    ...['phone', 'phonenumber', 'telephone', 'tel', 'mobile', 'mobilephone', 'cell', 'cellphone'],
    ...['workphone', 'businessphone', 'directphone', 'telefon', 'telefonnummer', 'handy'],
    ...['handynummer', 'mobil', 'mobilnummer', 'rufnummer', 'telephoneportable', 'portable'],
    ...['numerodetelephone', 'telefono', 'movil', 'celular', 'telefone', 'telemovel', 'cellulare'],
    ...['telefoonnummer', 'telefoon', 'puhelin', '電話', '电话', '手机', 'телефон', '전화'],
  ],
  locationName: [
    ...['location', 'locationname', 'city', 'town', 'place', 'region', 'ort', 'stadt', 'wohnort'],
    ...['standort', 'ville', 'lieu', 'localisation', 'ciudad', 'ubicacion', 'localidad', 'citta'],
    ...['luogo', 'cidade', 'localidade', 'plaats', 'stad', 'woonplaats', 'by', 'sted', 'miasto'],
    ...['住所', '所在地', '城市', 'город', '지역'],
  ],
};

/** Longer than any real column name; the rest is ignored. */
const maxNameLength = 200;

const plainName = (name: string): string =>
  normalForm(name.slice(0, maxNameLength), 'NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const fieldsByName = new Map(
  Object.entries(columnNames).flatMap(([field, words]) =>
    words.map((word) => [plainName(word), field as LeadField] as const),
  ),
);

/** Longer names come first: in "Company name of the firm", `companyname` must match before `name`. */
const nameParts = [...fieldsByName.keys()]
  .filter((word) => word.length >= 5)
  .sort((a, b) => b.length - a.length);

/** A column with one of these words holds an attribute of the field, not its value. */
const attributeWords =
  /owner|date|size|count|type|status|source|created|updated|modified|score|revenue|country|optin|optout|subscri|consent|verified|valid/;

interface Column {
  name: string;
  /** A sample of values that are not empty. */
  values: string[];
}

/** Guesses the field of each column by its name and values. Each field is used once. */
export function guessFields(columns: Column[]): (LeadField | null)[] {
  const candidates = columns
    .flatMap((column, index) => scoreColumn(column).map((guess) => ({ ...guess, index })))
    .sort((a, b) => b.score - a.score || a.index - b.index);
  const guesses: (LeadField | null)[] = columns.map(() => null);
  const used = new Set<LeadField>();
  for (const { field, index } of candidates) {
    if (guesses[index] !== null || used.has(field)) continue;
    guesses[index] = field;
    used.add(field);
  }
  return resolveAmbiguousNames(columns, guesses);
}

function scoreColumn({ name, values }: Column): { field: LeadField; score: number }[] {
  const plain = plainName(name);
  const exact = fieldsByName.get(plain);
  const part = attributeWords.test(plain)
    ? undefined
    : nameParts.find((word) => plain.includes(word));
  const field = exact ?? (part && fieldsByName.get(part));
  const byName = field && canHoldField(field, values) ? [{ field, score: exact ? 4 : 2 }] : [];
  return [...byName, ...scoreByValues(values)];
}

const isLinkedin = (value: string) => /(^|[./])linkedin\.com\/(in|pub|sales)\//i.test(value);
const fractionOf = (values: string[], test: (value: string) => boolean) =>
  values.length === 0 ? 0 : values.filter(test).length / values.length;

/** A name can be misleading: "Email opt-in", "LinkedIn connections". */
function canHoldField(field: LeadField, values: string[]): boolean {
  if (values.length === 0) return true;
  if (field === 'email') return values.some((value) => value.includes('@'));
  if (field === 'linkedinUrl')
    return values.some((value) => /[./]/.test(value) && !/linkedin\.com\/company\//i.test(value));
  return fractionOf(values, (value) => isEmail(value) || isLinkedin(value)) < 0.5;
}

function scoreByValues(values: string[]): { field: LeadField; score: number }[] {
  if (fractionOf(values, isEmail) >= 0.6) return [{ field: 'email', score: 3 }];
  if (fractionOf(values, isLinkedin) >= 0.6) return [{ field: 'linkedinUrl', score: 3 }];
  return [];
}

/** "Nom" and "Nome" are a last or first name if there is a column for the other, else a full name. */
function resolveAmbiguousNames(
  columns: Column[],
  guesses: (LeadField | null)[],
): (LeadField | null)[] {
  const ambiguous = ['nom', 'nome', 'nombre', 'name'];
  const has = (field: LeadField) => guesses.includes(field);
  return guesses.map((guess, index) => {
    const isAmbiguous = ambiguous.includes(plainName(columns[index]!.name));
    if (!isAmbiguous || guess === null) return guess;
    if (guess === 'fullName' && has('firstName') && !has('lastName')) return 'lastName';
    if (guess === 'lastName' && !has('firstName') && !has('fullName')) return 'fullName';
    if (guess === 'firstName' && !has('lastName') && !has('fullName')) return 'fullName';
    return guess;
  });
}
