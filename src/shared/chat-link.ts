/** WhatsApp's own link to a chat with a text in it. Source: faq.whatsapp.com, "How to use click to chat". */
export const chatLink = (number: string, text: string): string =>
  `https://wa.me/${number.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`;
