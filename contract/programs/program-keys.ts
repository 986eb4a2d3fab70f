/** What the owner of an account may let a program do; the scopes of its keys. */
export const PROGRAM_SCOPES = ['lots:read', 'reports:write', 'reports:read'] as const;
export type ProgramScope = (typeof PROGRAM_SCOPES)[number];

/** The longest name of a key, characters. */
export const MOST_KEY_NAME = 60;
