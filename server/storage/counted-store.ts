import { noRoom } from '../process/no-room.ts';
import type { Store } from './store.ts';

type Outcome = 'done' | 'no_room' | 'failed';

/** The same store; tells how each call ended. A store that is full or away shows nowhere else before reports wait for it. */
export function countedStore(store: Store, tell: (call: keyof Store, outcome: Outcome) => void): Store {
  const counted =
    <A extends unknown[], T>(call: keyof Store, work: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      try {
        const answer = await work(...given);
        tell(call, 'done');
        return answer;
      } catch (error) {
        tell(call, noRoom(error) === null ? 'failed' : 'no_room');
        throw error;
      }
    };
  return {
    put: counted('put', store.put),
    get: counted('get', store.get),
    has: counted('has', store.has),
    delete: counted('delete', store.delete),
    deletePrefix: counted('deletePrefix', store.deletePrefix),
    list: counted('list', store.list),
  };
}
