import { me, quota } from '../../contract/api.ts';
import { call } from './call.ts';

export const readMe = () => call(me);
export const readQuota = () => call(quota);
