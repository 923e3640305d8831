import { describe, expect, it } from 'vitest';
import { SheetFailure } from '../sheet-failure.ts';
import { XmlReader } from './xml-reader.ts';

/** Every tag with the text before it, and for opening tags the attributes `r` and `id`. */
function tagsOf(xml: string, pieceLength = xml.length): string[] {
  const reader = new XmlReader();
  const tags: string[] = [];
  for (let at = 0; at < xml.length; at += pieceLength) {
    reader.feed(xml.slice(at, at + pieceLength));
    while (reader.next()) {
      const { name, isOpen, text } = reader;
      const attributes = isOpen ? ['r', 'id'].map((key) => reader.attribute(key)) : [];
      tags.push([text, isOpen ? name : `/${name}`, ...attributes].join('|'));
    }
  }
  return tags;
}

const documents = {
  'A tag that closes itself': ['<a>x<b r="1"/>y</a>', ['|a||', 'x|b|1|', '|/b', 'y|/a']],
  'Names without a prefix': ['<x:a rel:id="7" sid="8" r:x="9">z</x:a>', ['|a||7', 'z|/a']],
  'Names of another namespace': [
    '<a xmlns="m" xmlns:y="o"><y:b><b/></y:b><b xmlns="o"><a/></b><z:b xmlns:z="m"/><z:b/></a>',
    [
      '|a||',
      '|:b||',
      '|b||',
      '|/b',
      '|/:b',
      '|:b||',
      '|:a||',
      '|/:a',
      '|/:b',
      '|b||',
      '|/b',
      '|:b||',
      '|/:b',
      '|/a',
    ],
  ],
  Attributes: [`<a\n x='>"' r = 'a "b"'\tid="1&lt;&#x32;/"/>`, ['|a|a "b"|1<2/', '|/a']],
  'Text around comments, CDATA and instructions': [
    '<?xml version="1.0"?><!DOCTYPE a><a>1<!-- <b> -->&amp;<![CDATA[<&amp;>]]>2<?x y?></a>',
    ['|a||', '1&<&amp;>2|/a'],
  ],
  'Entities by name and by number': [
    '<a>&lt;&#1575;&#x1F393;&apos;&xxe;&#x110000;& ;</a>',
    ['|a||', "<ا🎓'&xxe;&#x110000;& ;|/a"],
  ],
} as const;

describe.each(Object.entries(documents))('%s', (_, [xml, tags]) => {
  it.each([1, 2, 3, 7, xml.length])(
    'An XML document is read the same in pieces of %i characters.',
    (length) => {
      expect(tagsOf(xml, length)).toEqual(tags);
    },
  );
});

it('The XML reader does not report a tag that is not complete.', () => {
  expect(tagsOf('<a><b r="1>')).toEqual(['|a||']);
});

it('The XML reader refuses thousands of nested namespace declarations.', () => {
  expect(() => tagsOf('<a xmlns:b="c">'.repeat(2000))).toThrow(SheetFailure);
  expect(tagsOf('<a xmlns:b="c"/>'.repeat(2000))).toHaveLength(4000);
});

it('The XML reader stops after a limit of tags and entities.', () => {
  const reader = new XmlReader({ left: 10 });
  reader.feed(`<a>${'&#65;'.repeat(5)}<b/></a>${'<c/>'.repeat(9)}`);
  expect([reader.next(), reader.next(), reader.text]).toEqual([true, true, 'AAAAA']);
  expect(() => {
    while (reader.next());
  }).toThrow(SheetFailure);
});

it('The XML reader refuses a tag of several megabytes.', () => {
  const endless = `<a r="${'x'.repeat(3_000_000)}`;
  expect(() => tagsOf(endless, 65_536)).toThrow(SheetFailure);
});
