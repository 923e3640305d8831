/** What a parent is told who asks for no messages. In both languages: nobody knows which one she reads. */
export const optOutWords = {
  confirmation: (campus: string) =>
    `You will get no more messages from ${campus}. To get them again, reply START.\nآپ کو ${campus} کی طرف سے مزید پیغامات نہیں ملیں گے۔ دوبارہ شروع کرنے کے لیے START لکھیں۔`,
} as const;
