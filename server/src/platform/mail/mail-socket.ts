import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { CallFailure, type EgressFailureReason, tlsFailure } from '../egress/call-failure.ts';
import type { Egress } from '../egress/egress.ts';
import { MailFailure, type MailServer, type MailStage } from './mail-server.ts';

const stageByReason: Partial<Record<EgressFailureReason, MailStage>> = {
  forbidden_target: 'forbidden',
  dns: 'dns',
};

/** Connects to a mail server, with TLS if it is used from the start. Throws a MailFailure. */
export async function openMailSocket(
  egress: Pick<Egress, 'connect'>,
  { host, port, security }: MailServer,
  timeoutMs: number,
): Promise<Socket> {
  const socket = await egress
    .connect({ host, port, allowPlain: security === 'none' })
    .catch((error: unknown) => {
      if (!(error instanceof CallFailure)) throw error;
      throw new MailFailure(stageByReason[error.reason] ?? 'connect', error.message);
    });
  // Without a listener, an error before the first use would end the process.
  socket.on('error', () => {});
  return security === 'tls' ? encryptSocket(socket, host, timeoutMs) : socket;
}

/** The certificate must be valid for the host name. */
const encryptSocket = (socket: Socket, host: string, timeoutMs: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const secured = connectTls({
      socket,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
    });
    const fail = (error: unknown) => {
      clearTimeout(timer);
      secured.destroy();
      socket.destroy();
      reject(new MailFailure('tls', tlsFailure(host, error).message));
    };
    const timer = setTimeout(fail, timeoutMs, { code: 'ETIMEDOUT' });
    secured
      .on('error', fail)
      .once('close', () => fail({ code: 'ECONNRESET' }))
      .once('secureConnect', () => {
        clearTimeout(timer);
        resolve(secured);
      });
  });
