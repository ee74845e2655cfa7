"""Xapian over the papers of the first line read; each later line asks its questions again and again for some seconds.

Plain BM25 with English stems, titles twice, any of the words, the best ten: what Xapian does when nothing is asked of it.
Answers are lines of JSON: "ready", then how many questions were asked, and seconds of the clock and of the processor.
"""

import json
import resource
import shutil
import sys
import tempfile
import time

import xapian

stemmer = xapian.Stem("english")


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def build(papers, folder):
    database = xapian.WritableDatabase(folder, xapian.DB_CREATE)
    generator = xapian.TermGenerator()
    generator.set_stemmer(stemmer)
    for paper in papers:
        document = xapian.Document()
        generator.set_document(document)
        generator.index_text_without_positions(paper["title"], 2)
        generator.index_text_without_positions(paper["abstract"])
        document.set_data(str(paper["id"]))
        database.add_document(document)
    database.commit()
    database.close()
    return xapian.Database(folder)


def ask_for(database, queries, seconds):
    until = time.monotonic() + seconds
    asked = 0
    while time.monotonic() < until:
        enquire = xapian.Enquire(database)
        enquire.set_query(queries[asked % len(queries)])
        [match.docid for match in enquire.get_mset(0, 10)]
        asked += 1
    return asked


def main():
    folder = tempfile.mkdtemp()
    parser = xapian.QueryParser()
    parser.set_stemmer(stemmer)
    parser.set_stemming_strategy(xapian.QueryParser.STEM_SOME)
    parser.set_default_op(xapian.Query.OP_OR)
    database = None
    try:
        for line in sys.stdin:
            told = json.loads(line)
            if "papers" in told:
                database = build(told["papers"], folder)
                print(json.dumps("ready"), flush=True)
                continue
            queries = [parser.parse_query(words, 0) for words in told["questions"]]
            ask_for(database, queries, told["seconds"] / 2)
            before, started = processor_seconds(), time.monotonic()
            asked = ask_for(database, queries, told["seconds"])
            answer = {
                "asked": asked,
                "seconds": time.monotonic() - started,
                "processor": processor_seconds() - before,
            }
            print(json.dumps(answer), flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


main()
