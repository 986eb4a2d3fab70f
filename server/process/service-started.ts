import { channel } from 'node:diagnostics_channel';

/** Reaches the program that started the service in this process: the built service shares no module with it. */
const STARTED = channel('lotlens:started');

/** Announces the end of a start, before anything is written about it. */
export const announceStart = (succeeded: boolean): void => STARTED.publish(succeeded);

/** Calls `listener` when the start of this process's service has ended, well or not. */
export const onServiceStarted = (listener: (succeeded: boolean) => void): void =>
  STARTED.subscribe((succeeded) => listener(succeeded === true));
