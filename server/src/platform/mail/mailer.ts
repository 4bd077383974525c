import { createTransport, type Transporter } from 'nodemailer';
import { refuseInTransaction } from '../outside.ts';

export interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** Mail to the people who use this instance, through the operator's server. */
export class Mailer {
  readonly #transport: Transporter;
  readonly #from: string;

  constructor(url: string, from: string) {
    this.#from = from;
    this.#transport = createTransport({
      url,
      // Somebody waits for the answer: better to say soon that it did not work.
      connectionTimeout: 3_000,
      greetingTimeout: 3_000,
      socketTimeout: 4_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send(letter: Letter): Promise<void> {
    refuseInTransaction('The mail server');
    await this.#transport.sendMail({ from: this.#from, ...letter });
  }

  close(): void {
    this.#transport.close();
  }
}
