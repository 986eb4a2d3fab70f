/** What services under test seal their operators' secrets with. */
export const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
