import { z } from 'zod';
import { defineCall, ofSchool } from '../call.ts';
import { largestVideo } from '../limits.ts';

export const uploadFile = defineCall({
  method: 'POST',
  path: '/File/Upload',
  access: ['add', 'edit'],
  campus: 'body',
  summary: 'Takes an image or an mp4 as multipart field `file`; answers its url.',
  query: ofSchool.partial(),
  form: z.object({ file: z.file().max(largestVideo) }),
  answer: z.object({ path: z.array(z.string()) }),
  bodyLimit: largestVideo + 64 * 1024,
});
