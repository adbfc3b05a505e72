/** What use cases tell a person on the way reaches the one whose request it was. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Notify } from '../app/notice.ts';

/** Does something and gives with its result what was told meanwhile. */
export type Collect = <Result>(act: () => Promise<Result>) => Promise<{ result: Result; notices: string[] }>;

/** Makes the pair. What is told outside of a request, and every warning, goes to `log` as well. */
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
