import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface TestCertificate {
  key: string;
  cert: string;
}

const dayMs = 86_400_000;

interface CertificateOptions {
  /** One day from now by default. */
  expires?: number;
}

/** Creates a self-signed certificate for one day, so that no key is stored. */
export function selfSignedCertificate(
  dnsName: string,
  { expires = Date.now() + dayMs }: CertificateOptions = {},
): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(dnsName)))));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(time(expires - 2 * dayMs), time(expires)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeName(dnsName))),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(body, ecdsaWithSha256, bits(signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);
const commonName = oid('550403');
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const alternativeName = (dnsName: string) =>
  sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(dnsName)))));
const time = (at: number) =>
  der(0x18, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)}Z`));
