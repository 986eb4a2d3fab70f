import { quotaSchema, userSchema } from '../../contract/schemas/account.ts';
import { call } from './call.ts';

export const readMe = () => call(userSchema, 'users/me');
export const readQuota = () => call(quotaSchema, 'users/quota');
