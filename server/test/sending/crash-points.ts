import { type ScriptedSmtp, scriptedSmtp } from '../mail/scripted-smtp.ts';

/** Where a worker is killed. */
export interface CrashPoint {
  /** Where the worker itself waits for its end. */
  waitAt?: 'body' | 'locked' | 'written';
  /** Where the mail server is silent. */
  silentAt?: 'greeting' | 'DATA' | 'dot' | 'QUIT';
  /** The server accepts the email, but its answer is lost. */
  isAccepted?: boolean;
  /** The possible states of the email for the next worker. */
  after: ('released' | 'accepted' | 'unknown')[];
}

export const crashPoints: Record<string, CrashPoint> = {
  'claimed, while connecting': { silentAt: 'greeting', after: ['released'] },
  'claimed, before the body': { silentAt: 'DATA', after: ['released'] },
  'in the body': { waitAt: 'body', after: ['released'] },
  'at the dot, with the locks of the gate': { waitAt: 'locked', after: ['unknown'] },
  'after the dot, with the locks of the gate': {
    waitAt: 'written',
    isAccepted: true,
    after: ['unknown'],
  },
  'after the dot': { silentAt: 'dot', after: ['unknown'] },
  'after the dot, with a lost 250': { silentAt: 'dot', isAccepted: true, after: ['unknown'] },
  // The last statement of a killed worker may still be executed.
  'after the 250': { silentAt: 'QUIT', isAccepted: true, after: ['accepted', 'unknown'] },
};

export interface CrashServer {
  port: number;
  /** Recipients of accepted emails, one entry for each. */
  accepted: string[];
  bodies: Map<string, string>;
  /** Resolves when the next worker reaches the point where the server is silent. */
  arm: () => Promise<void>;
  disarm: () => void;
  /** Answers of the server to a recipient, instead of accepting it. */
  refuse: (recipient: string, reply: string) => void;
}

/** A mail server that is silent at a point, as long as it is armed. */
export async function crashServer({ silentAt, isAccepted }: CrashPoint): Promise<CrashServer> {
  let reached: (() => void) | null = null;
  const recipients = new WeakMap<object, string>();
  const refusals = new Map<string, string>();
  const accepted: string[] = [];
  const bodies = new Map<string, string>();
  const usually = (moment: CrashPoint['silentAt'], reply: string) => () => {
    if (moment !== silentAt || !reached) return reply;
    reached();
    return 'silence';
  };
  const smtp: ScriptedSmtp = await scriptedSmtp({
    offers: ['AUTH PLAIN'],
    on: {
      greeting: usually('greeting', '220 mail.example'),
      DATA: usually('DATA', '354 Go ahead'),
      QUIT: usually('QUIT', '221 2.0.0 Goodbye'),
      RCPT: (line, socket) => {
        const recipient = line.slice(line.indexOf('<') + 1, line.indexOf('>'));
        recipients.set(socket, recipient);
        return refusals.get(recipient) ?? '250 2.1.5 OK';
      },
      dot: (body, socket) => {
        const reply = usually('dot', '250 2.0.0 Queued')();
        if (reply !== 'silence' || isAccepted) {
          accepted.push(recipients.get(socket)!);
          bodies.set(recipients.get(socket)!, body);
        }
        return reply;
      },
    },
  });
  return {
    port: smtp.port,
    accepted,
    bodies,
    arm: () => new Promise<void>((resolve) => (reached = resolve)),
    disarm: () => {
      reached = null;
    },
    refuse: (recipient, reply) => void refusals.set(recipient, reply),
  };
}
