/** Who work is done for: an account, a visitor's address as the limits count it, or a partner. Shared lines take turns by it. */
export type WorkCaller = string;
/** Work without a person behind it, and the command line: one caller like any other. */
export const SERVICE: WorkCaller = 'service';
export const userCaller = (userId: string | null): WorkCaller =>
  userId === null ? SERVICE : `user:${userId}`;
export const partnerCaller = (partnerId: string): WorkCaller => `partner:${partnerId}`;

/** What does its work in one caller's turns. */
export type ForCaller<Tool> = (caller: WorkCaller) => Tool;
