/** Routes the notices of a use case to the person who sent the request. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Notify } from '../app/notice.ts';

/** Performs an action and returns its result with the notices given meanwhile. */
export type Collect = <Result>(act: () => Promise<Result>) => Promise<{ result: Result; notices: string[] }>;

/** Makes the pair. Warnings, and all notices given outside a request, also go to `log`. */
export function createRequestNotices(log: Notify): { notify: Notify; collect: Collect } {
  const heard = new AsyncLocalStorage<string[]>();
  return {
    notify: (notice) => {
      const notices = heard.getStore();
      notices?.push(notice.text);
      if (notices === undefined || notice.level === 'warning') log(notice);
    },
    collect: async (act) => {
      const notices: string[] = [];
      const result = await heard.run(notices, act);
      return { result, notices: [...notices] };
    },
  };
}
