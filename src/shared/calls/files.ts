import { z } from 'zod';
import { defineCall, ofSchool } from '../call.ts';
import { largestVideo } from '../limits.ts';

export const uploadFile = defineCall({
  method: 'POST',
  path: '/File/Upload',
  access: ['add', 'edit'],
  campus: 'body',
  summary: 'Uploads an image or an mp4 as the multipart field `file`, and returns its url.',
  query: ofSchool.partial(),
  form: z.object({ file: z.file().max(largestVideo) }),
  answer: z.object({ path: z.array(z.string()) }),
  bodyLimit: largestVideo + 64 * 1024,
});
