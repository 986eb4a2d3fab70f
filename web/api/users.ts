import { me, quota } from '../../contract/api/account-calls.ts';
import { call } from './call.ts';

export const readMe = () => call(me);
export const readQuota = () => call(quota);
