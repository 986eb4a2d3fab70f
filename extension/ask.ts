import { browser } from 'wxt/browser';
import type { Answer, Fault, Request } from './messages.ts';
import { WORDS } from './words.ts';

/** A request that failed; its message is for people. */
export class AskFault extends Error {
  readonly code: string | null;
  /** `details.reason` of the refusal. */
  readonly reason: string | null;
  constructor({ code, reason, message }: Fault) {
    super(message);
    this.name = 'AskFault';
    this.code = code;
    this.reason = reason;
  }
}

/** Asks the extension's own script. Throws AskFault. */
export async function ask<Kind extends Request['kind']>(
  request: Extract<Request, { kind: Kind }>,
): Promise<Extract<Answer<Kind>, { ok: true }>['value']> {
  const answer: Answer<Kind> | undefined = await browser.runtime.sendMessage(request);
  if (answer === undefined) throw new AskFault({ code: null, reason: null, message: WORDS.failed });
  if (!answer.ok) throw new AskFault(answer.fault);
  return answer.value;
}
