"""Asks the stand-in what people ask NCBI with Biopython, and prints the answers as JSON.

Its argument is the stand-in's address. The package of Debian leaves some document types out, and would fetch them from
NCBI: short forms of them stand in its own cache folder.
"""

import glob
import json
import os
import shutil
import sys
import tempfile
import urllib.request

from Bio import Entrez
from Bio.Entrez import Parser

base = sys.argv[1]
folder = tempfile.mkdtemp()
Parser.DataHandler.directory = folder
types = os.path.join(folder, "Bio", "Entrez", "DTDs")
os.makedirs(types, exist_ok=True)
short = {
    "epost.dtd": "<!ELEMENT QueryKey (#PCDATA)><!ELEMENT WebEnv (#PCDATA)><!ELEMENT ERROR (#PCDATA)>"
    "<!ELEMENT ePostResult (QueryKey?,WebEnv?,ERROR*)>",
    "elink.dtd": "<!ELEMENT Id (#PCDATA)><!ELEMENT DbFrom (#PCDATA)><!ELEMENT DbTo (#PCDATA)>"
    "<!ELEMENT LinkName (#PCDATA)><!ELEMENT Link (Id)><!ELEMENT IdList (Id*)>"
    "<!ELEMENT LinkSetDb (DbTo,LinkName,Link*)><!ELEMENT LinkSet (DbFrom,IdList,LinkSetDb*)>"
    "<!ELEMENT eLinkResult (LinkSet*)>",
}
for name, text in short.items():
    with open(os.path.join(types, name), "w", encoding="utf-8") as file:
        file.write(text)
own = os.path.join(os.path.dirname(Parser.__file__), "DTDs")
shutil.copy(sorted(glob.glob(os.path.join(own, "pubmed_1*.dtd")))[-1], os.path.join(types, "pubmed_250101.dtd"))

original = urllib.request.urlopen


def here(request, *rest, **named):
    """Every request of the package goes to the stand-in."""
    address = request.full_url.replace("https://eutils.ncbi.nlm.nih.gov/entrez/eutils", base)
    copy = urllib.request.Request(address, data=request.data, headers=request.headers)
    return original(copy, *rest, **named)


Entrez.urlopen = here
Entrez.email = "somebody@example.org"
Entrez.sleep_between_tries = 0


def read(handle):
    with handle:
        return Entrez.read(handle)


found = read(Entrez.esearch(db="pubmed", term="tides", retmax=3, usehistory="y"))
ids = [str(one) for one in found["IdList"]]
fetched = read(
    Entrez.efetch(db="pubmed", WebEnv=found["WebEnv"], query_key=found["QueryKey"], retmax=2, retmode="xml")
)
posted = read(Entrez.epost(db="pubmed", id=",".join(ids)))
again = read(
    Entrez.efetch(db="pubmed", WebEnv=posted["WebEnv"], query_key=posted["QueryKey"], retmode="xml")
)
many = read(Entrez.epost(db="pubmed", id=",".join(ids * 100)))
summaries = read(Entrez.esummary(db="pubmed", id=",".join(ids)))
linked = read(Entrez.elink(dbfrom="pubmed", db="pubmed", id=ids[:2]))
spelled = read(Entrez.espell(db="pubmed", term="tidez"))


def pmids(articles):
    return [str(one["MedlineCitation"]["PMID"]) for one in articles["PubmedArticle"]]


print(
    json.dumps(
        {
            "count": int(found["Count"]),
            "ids": ids,
            "fetched": pmids(fetched),
            "posted": pmids(again),
            "hasMany": bool(many["WebEnv"]),
            "summaries": [str(one["Id"]) for one in summaries],
            "linked": [[str(link["Id"]) for link in one["LinkSetDb"][0]["Link"]] for one in linked],
            "spelled": [str(spelled["Query"]), str(spelled["CorrectedQuery"])],
        }
    )
)
shutil.rmtree(folder)
