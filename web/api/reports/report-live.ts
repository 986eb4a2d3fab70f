import { addressOf } from '../../../contract/api/api-call.ts';
import { liveSocket, liveTicket } from '../../../contract/api/reports-calls.ts';
import { CLOSED_MANY } from '../../../contract/refusals/live-refusals.ts';
import type { ReportFrame } from '../../../contract/schemas/events.ts';
import { call } from '../call.ts';
import { checkFrame } from '../check/check-answer.ts';
import { onOwnerChange, readSession } from '../session/session-store.ts';
import { createStore } from '../store.ts';
import { forgetStates, noteFrame } from './report-states.ts';

/** The page stands first: what is told meanwhile is read again once the connection stands. */
const FIRST_MS = 400;

type FrameListener = (frame: ReportFrame) => void;

/** Whether the socket is open. */
export const liveConnected = createStore(false);
const frameListeners = new Set<FrameListener>();
let socket: WebSocket | null = null;
let lastSeq: number | null = null;
let users = 0;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Hears every frame, in order. */
export function onFrame(listener: FrameListener): () => void {
  frameListeners.add(listener);
  return () => frameListeners.delete(listener);
}

/** Keeps the socket open while anyone uses it: reconnects with replay after a loss. */
export function openLive(): () => void {
  users++;
  if (users === 1) timer = setTimeout(connect, FIRST_MS);
  return () => {
    users--;
    if (users === 0) close();
  };
}

function close(): void {
  clearTimeout(timer);
  timer = undefined;
  socket?.close();
  socket = null;
  failures = 0;
  liveConnected.set(false);
}

onOwnerChange(() => {
  lastSeq = null;
  forgetStates();
});

async function connect(): Promise<void> {
  timer = undefined;
  if (users === 0 || readSession() === null || socket !== null) return;
  try {
    const { ticket } = await call(liveTicket);
    if (users === 0 || socket !== null) return;
    const address = addressOf(liveSocket, { query: { token: ticket, since: lastSeq } });
    const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${address}`);
    socket = opened;
    opened.onopen = () => {
      failures = 0;
      liveConnected.set(true);
    };
    opened.onmessage = (event) => void take(event.data, opened);
    opened.onclose = ({ code }) => {
      if (socket !== opened) return;
      socket = null;
      liveConnected.set(false);
      if (code === CLOSED_MANY) whenLookedAt();
      else later();
    };
  } catch {
    later();
  }
}

/** After so many failures the wait is at its longest. */
const LONG_FAILED = 5;
/** 0.5 s, 1 s, 2 s … at most 15 s, with jitter, so that a restarted server is not stormed. */
function later(): void {
  if (users === 0 || timer !== undefined) return;
  const wait = Math.min(15_000, 500 * 2 ** failures) * (0.7 + Math.random() * 0.6);
  failures++;
  timer = setTimeout(() => void connect(), wait);
}

/** Too many pages of one user: those that nobody looks at would take each other's connection in turn, without end. */
function whenLookedAt(): void {
  if (document.hasFocus()) {
    failures = Math.max(failures, LONG_FAILED);
    later();
  } else window.addEventListener('focus', () => void connect(), { once: true });
}

async function take(data: unknown, from: WebSocket): Promise<void> {
  const frame = await checkFrame(data).catch(() => null);
  // What came from a socket that has closed since is replayed by the next one.
  if (frame === null || socket !== from) return;
  lastSeq = Math.max(lastSeq ?? 0, frame.seq);
  noteFrame(frame);
  for (const listener of frameListeners) listener(frame);
}
