import { createTransport, type Transporter } from 'nodemailer';
import { assertNoOpenTransaction } from '../transaction-guard.ts';

export interface OperatorEmail {
  to: string;
  subject: string;
  text: string;
}

/** Sends email through the operator's mail server. */
export class Mailer {
  readonly #transport: Transporter;
  readonly #from: string;

  constructor(url: string, from: string, timeoutMs: number) {
    this.#from = from;
    this.#transport = createTransport({
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send(email: OperatorEmail): Promise<void> {
    assertNoOpenTransaction('The mail server');
    await this.#transport.sendMail({ from: this.#from, ...email });
  }

  /** Connects and logs in, and sends nothing. */
  async verify(): Promise<void> {
    await this.#transport.verify();
  }

  close(): void {
    this.#transport.close();
  }
}
