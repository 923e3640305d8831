/** Sends a POST request from a worker and reports the progress of the upload. `fetch` cannot report this progress. */
import { Failure } from '#shared/failures.ts';
import { connectionWords } from '#shared/words/screen.ts';
import { addressOf, failureOf, type Place } from '../../lib/address.ts';

type Post = {
  place: Place;
  /** The path below `/api`. */
  path: string;
  body: Blob | string;
  contentType: string;
  /** Called with the share of the body that has been sent, from 0 to 1. */
  onSent?: (share: number) => void;
};

/** Returns the JSON of the answer. Rejects with a `Failure`. Its code is `unavailable` if there was no answer. */
export function post<T>({ place, path, body, contentType, onSent }: Post): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', addressOf(place, path, {}));
    request.setRequestHeader('Authorization', `Bearer ${place.token}`);
    request.setRequestHeader('Content-Type', contentType);
    request.upload.onprogress = ({ loaded, total }) => onSent?.(total > 0 ? loaded / total : 1);
    request.onload = () => {
      if (request.status < 200 || request.status > 299) {
        return reject(failureOf(request.status, request.responseText));
      }
      try {
        resolve(JSON.parse(request.responseText) as T);
      } catch {
        // The answer was cut off or came from another server, so the result is unknown.
        reject(new Failure('unavailable', connectionWords.unreachable));
      }
    };
    const rejectUnreachable = () => reject(new Failure('unavailable', connectionWords.unreachable));
    request.onerror = rejectUnreachable;
    request.onabort = rejectUnreachable;
    request.send(body);
  });
}

export const postJson = <T>(place: Place, path: string, body: unknown): Promise<T> =>
  post<T>({ place, path, body: JSON.stringify(body), contentType: 'application/json' });
