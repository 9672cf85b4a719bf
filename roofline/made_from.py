"""What a picture is made from: a digest of these files, which its PNG carries, so that a stale one is told apart without being drawn again."""
import hashlib
import os
import struct

KEY = "Made from"  # of the text in a PNG
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def digest(paths):
    """Of their names and contents; where they lie, and in which order they are given, is all the same."""
    lines = sorted(f"{os.path.basename(path)} {sha256(path)}\n" for path in paths)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def metadata(made_from):
    """For matplotlib's savefig: that digest, and no version of matplotlib, so that the same numbers give the same picture."""
    return {"Software": None, KEY: made_from}


def digest_in(picture):
    """What that PNG carries; None where it carries none, or is no PNG."""
    with open(picture, "rb") as file:
        if file.read(len(SIGNATURE)) != SIGNATURE:
            return None
        while len(head := file.read(8)) == 8:
            length, kind = struct.unpack(">I4s", head)
            key, _, text = file.read(length).partition(b"\0")
            if kind == b"tEXt" and key.decode("latin-1") == KEY:
                return text.decode("latin-1")
            file.read(4)  # the chunk's check sum
    return None
